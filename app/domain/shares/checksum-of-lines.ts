/**
 * What is kept of a run’s lines `l` when it is done, as SQL: the audit takes it again, and a line that was changed, added or lost since
 * makes it another one.
 * The lines of the former rule name no pass; `concat_ws` leaves out what is null, so that they make the checksum that they made then.
 */
export const CHECKSUM_OF_LINES = `encode(sha256(convert_to(coalesce(string_agg(
  concat_ws('|', l.creator_id, l.fan_id, l.pass_id, l.basis, l.weight, l.net_minor, l.fee_minor), e'\\n'
  order by l.creator_id, l.fan_id nulls first, l.pass_id nulls first), ''), 'UTF8')), 'hex')`
