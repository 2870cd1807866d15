-- The owner's search of messages, as bookings_search and bookings_search_letters.
CREATE INDEX contacts_search ON contacts USING gin (search_form(name || ' ' || email || ' ' || phone_forms(phone, phone_e164)
  || ' ' || coalesce(company, '') || ' ' || message) gin_trgm_ops);
CREATE INDEX contacts_search_letters ON contacts USING gin (letters_beyond_ascii(search_form(name || ' ' || email || ' '
  || phone_forms(phone, phone_e164) || ' ' || coalesce(company, '') || ' ' || message)));
