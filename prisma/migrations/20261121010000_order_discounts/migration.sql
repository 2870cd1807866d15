ALTER TABLE video_editing_orders
  ADD COLUMN discount TEXT,
  ADD COLUMN discount_amount DECIMAL(10,2) NOT NULL DEFAULT 0,
  ADD COLUMN cancel_reason TEXT;

ALTER TABLE video_editing_orders ADD CONSTRAINT video_editing_orders_discount CHECK (
  (discount IS NULL AND discount_amount = 0) OR (discount IS NOT NULL AND discount IN ('member', 'first_order') AND discount_amount > 0));
ALTER TABLE video_editing_orders ADD CONSTRAINT video_editing_orders_cancel_reason CHECK (cancel_reason IS NULL OR status = 'cancelled');
-- A first order is the first once (decision D5): two unpaid ones at its price could both be paid.
CREATE UNIQUE INDEX video_editing_orders_one_first_order ON video_editing_orders (customer_email)
  WHERE discount = 'first_order' AND status NOT IN ('cancelled', 'refunded');
-- Unpaid orders, for the job that ends them.
CREATE INDEX video_editing_orders_unpaid ON video_editing_orders (created_at) WHERE status = 'pending';
