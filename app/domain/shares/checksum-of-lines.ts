/**
 * The stored checksum of a run’s lines `l`, as SQL: the audit computes it again, and a line that was changed, added or lost since gives
 * another one. The lines of the former rule name no pass; `concat_ws` leaves out nulls, so that they still give their old checksum.
 */
export const CHECKSUM_OF_LINES = `encode(sha256(convert_to(coalesce(string_agg(
  concat_ws('|', l.creator_id, l.fan_id, l.pass_id, l.basis, l.weight, l.net_minor, l.fee_minor), e'\\n'
  order by l.creator_id, l.fan_id nulls first, l.pass_id nulls first), ''), 'UTF8')), 'hex')`
