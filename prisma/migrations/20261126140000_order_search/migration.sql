-- The owner's search of orders, as bookings_search and customers_search.
CREATE INDEX video_editing_orders_search ON video_editing_orders USING gin (
  search_form(customer_name || ' ' || customer_email || ' ' || phone_forms(customer_phone, phone_e164)) gin_trgm_ops);
