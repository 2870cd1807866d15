-- The language in which a message was written, and when the owner answered it.
ALTER TABLE contacts
  ADD COLUMN locale TEXT NOT NULL DEFAULT 'en',
  ADD COLUMN answered_at TIMESTAMPTZ(3),
  ADD CONSTRAINT contacts_locale CHECK (locale ~ '^[a-z]{2,3}$');
UPDATE contacts c SET locale = m.locale FROM mails m WHERE m.dedupe_key = 'contact_received:' || c.id;
CREATE INDEX contacts_waiting ON contacts (id) WHERE archived_at IS NULL AND answered_at IS NULL;

CREATE TABLE contact_replies (
  id SERIAL PRIMARY KEY,
  contact_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  text TEXT NOT NULL,
  author TEXT NOT NULL,
  mail_id INTEGER REFERENCES mails (id) ON DELETE SET NULL ON UPDATE CASCADE,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT contact_replies_text CHECK (length(text) BETWEEN 1 AND 5000)
);
CREATE INDEX contact_replies_contact_id_idx ON contact_replies (contact_id);
CREATE UNIQUE INDEX contact_replies_mail_id_key ON contact_replies (mail_id);
