-- Whether a service is offered, hidden from customers, or retired: one that has bookings is never
-- deleted.
ALTER TABLE "services" ADD COLUMN "state" TEXT NOT NULL DEFAULT 'offered';
ALTER TABLE services ADD CONSTRAINT services_state
  CHECK (state IN ('offered', 'hidden', 'retired'));
