/* The one declaration of Frama-C's header of this name that drivers of proofs use. */
void Frama_C_make_unknown(char *p, unsigned long l);
