function {:bvbuiltin "bvadd"} add(bv32, bv32) returns (bv32);
axiom (forall x : bv32 :: {place(x)} place(x) == add(x, 7bv32));
