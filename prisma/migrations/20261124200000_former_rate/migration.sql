-- What an hour of a service cost before its rate was reduced, shown struck through beside the rate.
-- A former price that is not higher would mislead.
ALTER TABLE "services" ADD COLUMN "former_hourly_rate" DECIMAL(10,2);
ALTER TABLE services ADD CONSTRAINT services_former_rate
  CHECK (former_hourly_rate > hourly_rate);
