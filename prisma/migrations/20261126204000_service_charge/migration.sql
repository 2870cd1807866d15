-- What is added to the price of a document is a tax, or a service charge, which is the studio's own income:
-- as the settings were when it was sold. The audit log has what each change replaced.
ALTER TABLE receipts ADD COLUMN tax_kind TEXT NOT NULL DEFAULT 'tax';
ALTER TABLE receipts ADD CONSTRAINT receipts_tax_kind CHECK (tax_kind IN ('tax', 'service-charge', 'none'));
UPDATE receipts r SET tax_kind = 'service-charge'
FROM payments p
  LEFT JOIN bookings b ON b.id = p.booking_id
  LEFT JOIN video_editing_orders o ON o.id = p.order_id
  LEFT JOIN settings s ON s.key = 'tax'
  LEFT JOIN LATERAL (
    SELECT a.before FROM audit_log a
    WHERE a.entity = 'setting' AND a.action = 'update' AND a.entity_id = 'tax'
      AND a.created_at > coalesce(b.created_at, o.created_at)
    ORDER BY a.id LIMIT 1
  ) next ON true
WHERE p.id = r.payment_id AND r.tax_amount > 0
  AND CASE WHEN next IS NULL THEN s.value ->> 'kind' ELSE next.before ->> 'kind' END = 'service-charge';
