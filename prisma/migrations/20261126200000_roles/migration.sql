-- Everybody who had an account could do everything.
ALTER TABLE users
  ADD COLUMN role text NOT NULL DEFAULT 'owner',
  ADD COLUMN email text,
  ADD CONSTRAINT users_role_known CHECK (role IN ('crew', 'manager', 'owner'));

CREATE TABLE user_invitations (
  id serial PRIMARY KEY,
  token_hash text NOT NULL,
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('crew', 'manager', 'owner')),
  locale text NOT NULL,
  invited_by integer NOT NULL REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX user_invitations_token_hash_key ON user_invitations (token_hash);
CREATE UNIQUE INDEX user_invitations_email_key ON user_invitations (email);
