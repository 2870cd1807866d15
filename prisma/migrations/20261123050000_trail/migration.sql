-- From where something was done: the address as a keyed hash, and its network (/24 of IPv4, /48 of IPv6).
ALTER TABLE "audit_log" ADD COLUMN "address" TEXT, ADD COLUMN "network" TEXT;
CREATE INDEX "audit_log_address_id_idx" ON "audit_log"("address", "id");
CREATE INDEX "audit_log_created_at_idx" ON "audit_log"("created_at");

-- The key that this database made for itself, for sites without SECRET_KEY (one row).
CREATE TABLE "local_keys" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "value" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "local_keys_pkey" PRIMARY KEY ("id")
);
ALTER TABLE local_keys ADD CONSTRAINT local_keys_one CHECK (id = 1 AND length(value) = 32);

-- What is written stays as it was written, for seven years. \x3B is a semicolon: the engine that applies migrations
-- cuts them at every other one.
CREATE FUNCTION audit_log_final() RETURNS trigger LANGUAGE plpgsql AS E'
BEGIN
  IF TG_OP = ''DELETE'' AND OLD.created_at < now() - interval ''7 years'' THEN
    RETURN OLD\x3B
  END IF\x3B
  RAISE EXCEPTION ''audit_log is final: % is refused'', TG_OP USING ERRCODE = ''insufficient_privilege''\x3B
END';
CREATE TRIGGER audit_log_final BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_final();
CREATE TRIGGER audit_log_kept BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_final();

-- A role that may not delete from the table can still let it forget what is older than that.
CREATE FUNCTION prune_audit_log() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS E'
DECLARE gone integer\x3B
BEGIN
  DELETE FROM audit_log WHERE created_at < now() - interval ''7 years''\x3B
  GET DIAGNOSTICS gone = ROW_COUNT\x3B
  RETURN gone\x3B
END';
REVOKE ALL ON FUNCTION prune_audit_log() FROM PUBLIC;
