-- Passkeys; how long a session lasts, and when its owner was last proven, are its own (docs/decisions/039).
ALTER TABLE sessions
  ADD COLUMN trusted BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN proved_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ADD CONSTRAINT sessions_trusted CHECK (NOT trusted OR kind = 'admin');
UPDATE sessions SET proved_at = created_at;

CREATE TABLE passkeys (
  id SERIAL NOT NULL,
  user_id INTEGER NOT NULL,
  credential_id TEXT NOT NULL,
  public_key BYTEA NOT NULL,
  counter BIGINT NOT NULL DEFAULT 0,
  transports TEXT[] DEFAULT ARRAY[]::TEXT[],
  name TEXT NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_used_at TIMESTAMPTZ(3),
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_counter CHECK (counter >= 0),
  CONSTRAINT passkeys_transports CHECK (transports IS NOT NULL)
);
CREATE UNIQUE INDEX passkeys_credential_id_key ON passkeys (credential_id);
CREATE INDEX passkeys_user_id_idx ON passkeys (user_id);
ALTER TABLE passkeys
  ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE passkey_challenges (
  challenge_hash TEXT NOT NULL,
  browser_hash TEXT NOT NULL,
  user_id INTEGER,
  expires_at TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge_hash)
);
CREATE INDEX passkey_challenges_expires_at_idx ON passkey_challenges (expires_at);
ALTER TABLE passkey_challenges
  ADD CONSTRAINT passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE;
