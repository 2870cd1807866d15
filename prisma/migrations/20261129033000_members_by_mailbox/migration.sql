-- A member is found by every spelling of their mailbox.
-- The old version may run
-- What a proof of one spelling of an email opens, as mailboxOf of lib/inbox.ts has it: its inbox where the provider is known
-- to deliver all spellings to it.
CREATE OR REPLACE FUNCTION mailbox_of(email TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN inbox_of(email) ~ '@(gmail\.com|proton\.me|icloud\.com)$' THEN inbox_of(email) ELSE lower(btrim(email)) END
$$;

-- The membership to which an email belongs: of its mailbox, the one in its own spelling first, then one that counts, then the
-- oldest that is proven.
CREATE OR REPLACE FUNCTION member_of(email TEXT) RETURNS INTEGER LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT m.id FROM memberships m
  WHERE inbox_of(m.customer_email) = inbox_of(member_of.email) AND mailbox_of(m.customer_email) = mailbox_of(member_of.email)
  ORDER BY m.customer_email = lower(btrim(member_of.email)) DESC, m.counts IS NOT TRUE, m.email_proven_at IS NULL, m.id
  LIMIT 1
$$;

CREATE INDEX memberships_inbox ON memberships (inbox_of(customer_email));
