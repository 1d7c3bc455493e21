-- How text reads to somebody who looks for it, as domain/search-text.ts has it on devices: without accents, widths, unseen
-- characters and capitals. Nearly every text is of ASCII alone, has as many bytes as characters, and needs no more than
-- lower case: that part the database writes into the query itself.
create function fold_letters(said text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return replace(replace(replace(translate(lower(regexp_replace(regexp_replace(
    normalize(translate(said, '‘’‛ʼʻ`´‐‑‒–—―−', '''''''''''''''-------'), NFKD),
    '[\u0300-\u036f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+', '', 'g'), '\s+', ' ', 'g')),
    'øłđħıς', 'oldhiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
end
$$;
create function fold_text(said text) returns text language sql immutable parallel safe as $$
  select case when octet_length(said) = char_length(said) then translate(lower(said), '`', '''') else fold_letters(said) end
$$;
