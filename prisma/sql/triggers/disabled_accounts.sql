-- Whoever disables an administrator, by whatever way, ends their sessions: none of them comes back when the account is
-- enabled again.
CREATE OR REPLACE FUNCTION end_sessions_of_disabled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE user_id = NEW.id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER users_disabled AFTER UPDATE OF disabled_at ON users FOR EACH ROW
  WHEN (NEW.disabled_at IS NOT NULL) EXECUTE FUNCTION end_sessions_of_disabled();
