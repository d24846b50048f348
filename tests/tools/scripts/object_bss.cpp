// BSS: 4
long long zero;
