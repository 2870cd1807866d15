-- What a proof of one spelling of an email opens, as mailboxOf of lib/inbox.ts has it: its inbox where the provider is known
-- to deliver all spellings to it.
CREATE OR REPLACE FUNCTION mailbox_of(email TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN inbox_of(email) ~ '@(gmail\.com|proton\.me|icloud\.com)$' THEN inbox_of(email) ELSE lower(btrim(email)) END
$$;
