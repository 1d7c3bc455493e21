-- Whoever orders on the storefront is found among the shop's customers by the phone (C-087). How a number was typed
-- differs at its beginning, so that its last digits find the few to compare.
create index customer_phone_end on customer (business_id, right(regexp_replace(doc ->> 'phone', '[^0-9]', '', 'g'), 7))
  where doc ->> 'phone' is not null and not deleted;
