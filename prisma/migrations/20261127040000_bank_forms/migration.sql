-- Forms for the bank details of customers whose money cannot go back the way it came (docs/decisions/053).
-- The old version may run
CREATE TABLE bank_forms (
  payment_id INTEGER NOT NULL,
  token_hash TEXT NOT NULL,
  sealed TEXT,
  answered_at TIMESTAMPTZ(3),
  expires_at TIMESTAMPTZ(3) NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT bank_forms_pkey PRIMARY KEY (payment_id),
  CONSTRAINT bank_forms_answer CHECK (sealed IS NULL OR answered_at IS NOT NULL)
);
CREATE UNIQUE INDEX bank_forms_token_hash_key ON bank_forms (token_hash);
ALTER TABLE bank_forms
  ADD CONSTRAINT bank_forms_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments (id) ON DELETE CASCADE ON UPDATE CASCADE;
