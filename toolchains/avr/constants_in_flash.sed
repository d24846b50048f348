# Leaves the constants that networks fetch in flash:
#   avr-ld -m avr5 --verbose | sed -nf constants_in_flash.sed > memory.ld
# writes the linker's own script, which copies all constants to RAM, with a few lines more. They name
# etch::packed of every kernel but softmax_table, which reads its 1 KB where it lies.
/^====/,/^====/ {
  /^====/d
  p
  /\*(\.progmem\*)/ {
    s/.*//
    i\
     *(.rodata._ZN4etch*6packedINS0_[0-9][!0-9s]*)\
     *(.rodata._ZN4etch*6packedINS0_[0-9][0-9][!0-9s]*)\
     *(.rodata._ZN4etch*6packedINS0_[0-9]s[!o]*)\
     *(.rodata._ZN4etch*6packedINS0_[0-9][0-9]s[!o]*)\
     *(.rodata._ZN4etch*6packedINS0_[0-9][0-9]softmax_[!t]*)
  }
}
