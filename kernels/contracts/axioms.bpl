// A sum of which little is known: it is no less than either part, and zero adds nothing.
type T = bv32;

function {:bvbuiltin "bvule"} at_most(T, T) : bool;

axiom (forall x, y : T :: {sum(x, y)} at_most(x, sum(x, y)) && at_most(y, sum(x, y)));
axiom (forall x : T :: {sum(x, 0bv32)} sum(x, 0bv32) == x);
