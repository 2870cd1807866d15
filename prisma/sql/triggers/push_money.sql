-- A payment for whose money the owner has to decide: the phones are told, whoever wrote it.
CREATE OR REPLACE FUNCTION push_money() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_push('money', NULL, NEW.id, NULL);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER payments_push_new AFTER INSERT ON payments FOR EACH ROW
  WHEN (NEW.outcome = 'needs_attention' OR NEW.disputed) EXECUTE FUNCTION push_money();
CREATE OR REPLACE TRIGGER payments_push AFTER UPDATE ON payments FOR EACH ROW
  WHEN ((NEW.outcome = 'needs_attention' AND OLD.outcome IS DISTINCT FROM NEW.outcome)
    OR (NEW.outcome = 'confirmed' AND NEW.reason = 'refund_failed' AND OLD.reason IS DISTINCT FROM NEW.reason)
    OR (NEW.disputed AND (NOT OLD.disputed OR NEW.disputed_amount > OLD.disputed_amount)))
  EXECUTE FUNCTION push_money();
