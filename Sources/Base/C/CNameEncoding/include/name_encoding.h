// Nothing is called: what is linked is what counts. See name_encoding.c.
