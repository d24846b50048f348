int counter = 3;
