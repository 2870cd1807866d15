-- A booking by the hour may have several: so many, and 1 with every other duration.
ALTER TABLE "bookings"
    ADD COLUMN "hours" INTEGER NOT NULL DEFAULT 1,
    ADD CONSTRAINT bookings_hours CHECK (hours BETWEEN 1 AND 8 AND (hours = 1 OR duration = 'hourly'));

ALTER TABLE "booking_upgrades"
    ADD COLUMN "from_hours" INTEGER NOT NULL DEFAULT 1,
    ADD COLUMN "hours" INTEGER NOT NULL DEFAULT 1,
    ADD CONSTRAINT booking_upgrades_hours CHECK (
        hours BETWEEN 1 AND 8 AND (hours = 1 OR duration = 'hourly')
        AND from_hours BETWEEN 1 AND 8 AND (from_hours = 1 OR from_duration = 'hourly')
    );
