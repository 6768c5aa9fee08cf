set local lock_timeout = '5s';

-- A name as a hurried reader sees it, as nameSkeleton of the identity module makes it; a test compares both. Every step is the same in
-- every locale, so that an index can hold it.
create function name_skeleton(name text) returns text language sql immutable strict parallel safe as $$
  select replace(replace(translate(regexp_replace(lower(translate(normalize(name, nfkd),
    'АаΑαӐӑВвΒβЬьЪъСсϹϲԀԁЕеΕεЁёԌԍНнΗһҺІіΙιӀӏЇїЈјϳͿКкΚκМмΜΝηПпОоΟοσРрΡρԚԛГгЅѕТтΤτυЦцνѴѵԜԝωХхΧχУуΥγүҮΖζ',
    'aaaaaabbbbbbbbccccddeeeeeegghhhhhiiiiiiiijjjjkkkkmmmnnnnoooooppppqqrrssttttuuuvvvwwwxxxxyyyyyyzz') collate "C"), '[^a-z0-9]', '', 'g'),
    '01345678l9', 'oieasgtbig'), 'rn', 'm'), 'vv', 'w')
$$;
create index profiles_by_name_skeleton on profiles (md5(name_skeleton(display_name))) where user_type = 'creator';
