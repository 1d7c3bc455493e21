-- What browser a device is, as it says with every pull: an owner knows the shop's phones by it (SYN-28).
alter table client add column user_agent text;
