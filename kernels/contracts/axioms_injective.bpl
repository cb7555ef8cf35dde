function back(bv32) returns (bv32);
axiom (forall x : bv32 :: {place(x)} back(place(x)) == x);
