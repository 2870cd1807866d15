-- Answers that are repeated to an Idempotency-Key, and the visitor's token beside them, are kept encrypted under the
-- key that the client sends: its hash finds the row. What was kept before stays readable until it is a day old.
ALTER TABLE idempotency_keys RENAME COLUMN key TO key_hash;
ALTER TABLE idempotency_keys RENAME COLUMN visitor_token TO sealed_token;
ALTER TABLE idempotency_keys RENAME COLUMN response TO sealed_response;
-- By the hash a visitor is told from a stranger, and by that of the email an erased person's answers are found.
ALTER TABLE idempotency_keys ADD COLUMN visitor_hash TEXT, ADD COLUMN email_hash TEXT;
UPDATE idempotency_keys SET
  key_hash = encode(sha256(convert_to(key_hash, 'UTF8')), 'hex'),
  visitor_hash = encode(sha256(convert_to(sealed_token, 'UTF8')), 'hex'),
  email_hash = encode(sha256(convert_to(
    lower(coalesce(sealed_response ->> 'email', sealed_response ->> 'customerEmail')), 'UTF8')), 'hex');
ALTER TABLE idempotency_keys ALTER COLUMN sealed_response TYPE TEXT USING sealed_response::text,
  ALTER COLUMN visitor_hash SET NOT NULL;
