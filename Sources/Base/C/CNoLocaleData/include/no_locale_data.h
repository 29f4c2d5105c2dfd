// Nothing is called: what is linked is what counts. See no_locale_data.c.
