axiom (forall x : bv32 :: {place(x)} place(x) != place(x));
axiom place(0bv32) == 0bv32;
