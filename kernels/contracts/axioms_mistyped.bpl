axiom (forall x : bv16 :: place(x) == x);
