set local lock_timeout = '5s';

-- Support finds people by the beginning of a name, by a phone number, and by the gateway's number of a payment.
create index profiles_by_display_name on profiles (lower(display_name) text_pattern_ops);
create index profiles_by_username_start on profiles (username text_pattern_ops);
create index profiles_by_phone on profiles (phone) where phone is not null;
create index transactions_by_phone on transactions (phone_number, created_at desc) where phone_number is not null;
create index transactions_by_email on transactions (email, created_at desc);
create index gateway_charges_by_provider_id on gateway_charges (provider_id);
