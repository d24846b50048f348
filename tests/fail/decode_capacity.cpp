// EXPECT: a capacity is refused: refusal<sentence, have, want>
// EXPECT: error::a_list_of_boxes_has_room_for_1_to_4096_of_them, 0, 0>
// EXPECT: decode_capacity.cpp:6:
#include <etch/decode/decode.hpp>

etch::decode::best_boxes<0> boxes;
