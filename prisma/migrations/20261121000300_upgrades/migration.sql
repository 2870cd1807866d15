-- A longer length or add-ons for a paid booking (decision C10), with the guarantees of a booking: the added time is reserved
-- while it is being paid for, under the same exclusion constraint, and given back when it is not.
CREATE TABLE "booking_upgrades" (
    "id" SERIAL NOT NULL,
    "booking_id" INTEGER NOT NULL,
    "payment_id" INTEGER NOT NULL,
    "from_duration" TEXT NOT NULL,
    "from_starts_at" TIMESTAMPTZ(3) NOT NULL,
    "from_total" DECIMAL(10,2) NOT NULL,
    "duration" TEXT NOT NULL,
    "add_ons" JSONB NOT NULL,
    "subtotal" DECIMAL(10,2) NOT NULL,
    "tax_amount" DECIMAL(10,2) NOT NULL,
    "total_amount" DECIMAL(10,2) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'held',
    "hold_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "hold_extended" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "booking_upgrades_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "slot_reservations" ADD COLUMN "upgrade_id" INTEGER;
CREATE UNIQUE INDEX "booking_upgrades_payment_id_key" ON "booking_upgrades"("payment_id");
CREATE INDEX "booking_upgrades_booking_id_idx" ON "booking_upgrades"("booking_id");
CREATE INDEX "slot_reservations_upgrade_id_idx" ON "slot_reservations"("upgrade_id");
ALTER TABLE "booking_upgrades" ADD CONSTRAINT "booking_upgrades_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "booking_upgrades" ADD CONSTRAINT "booking_upgrades_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "slot_reservations" ADD CONSTRAINT "slot_reservations_upgrade_id_fkey" FOREIGN KEY ("upgrade_id") REFERENCES "booking_upgrades"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE booking_upgrades ADD CONSTRAINT booking_upgrades_status CHECK (status IN ('held', 'applied', 'ended'));
ALTER TABLE booking_upgrades ADD CONSTRAINT booking_upgrades_amounts
  CHECK (subtotal >= 0 AND tax_amount >= 0 AND subtotal + tax_amount = total_amount AND total_amount > from_total);
-- One at a time: the second of two tabs replaces the first's or shares it.
CREATE UNIQUE INDEX booking_upgrades_one_held ON booking_upgrades (booking_id) WHERE status = 'held';
CREATE INDEX booking_upgrades_live ON booking_upgrades (hold_expires_at) WHERE status = 'held';
-- Added time belongs to a booking, never to a block-out.
ALTER TABLE slot_reservations ADD CONSTRAINT slot_reservations_upgrade CHECK (upgrade_id IS NULL OR booking_id IS NOT NULL);
