-- What a customer, or the studio itself, was told about a booking or an order. A notice is written when it is sent, and
-- says what has changed since the newest row.
CREATE TABLE "notices" (
  "id" SERIAL NOT NULL,
  "audience" TEXT NOT NULL,
  "booking_id" INTEGER,
  "order_id" INTEGER,
  "mail_id" INTEGER,
  "says" TEXT NOT NULL,
  "told" JSONB NOT NULL,
  "told_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "notices_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "notices_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "notices_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "video_editing_orders"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "notices_mail_id_fkey" FOREIGN KEY ("mail_id") REFERENCES "mails"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
ALTER TABLE notices
  ADD CONSTRAINT notices_audience CHECK (audience IN ('customer', 'studio')),
  ADD CONSTRAINT notices_subject CHECK ((booking_id IS NULL) <> (order_id IS NULL)),
  ADD CONSTRAINT notices_told CHECK (jsonb_typeof(told) = 'object');
CREATE UNIQUE INDEX "notices_mail_id_key" ON "notices" ("mail_id");
CREATE INDEX "notices_booking_id_idx" ON "notices" ("booking_id");
CREATE INDEX "notices_order_id_idx" ON "notices" ("order_id");
