-- What is written stays as it was written, for seven years.
CREATE OR REPLACE FUNCTION audit_log_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.created_at < now() - interval '7 years' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit_log is final: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END$$;

CREATE OR REPLACE TRIGGER audit_log_final BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION audit_log_final();
CREATE OR REPLACE TRIGGER audit_log_kept BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION audit_log_final();
