int start();
int counter = start();
// UNDEFINED: _Z5startv
