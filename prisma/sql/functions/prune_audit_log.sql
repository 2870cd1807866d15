-- A role that may not delete from the table can still let it forget what is older than that.
CREATE OR REPLACE FUNCTION prune_audit_log() RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE gone integer;
BEGIN
  DELETE FROM audit_log WHERE created_at < now() - interval '7 years';
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END$$;
REVOKE ALL ON FUNCTION prune_audit_log() FROM PUBLIC;
