/**
 * What a seal covers of a journal entry `e` with its lines `l.text`, as SQL. Only numbers and ids are written plain; texts are prefixed
 * with their length, so that no two entries give the same print. Times are written as numbers, because their text depends on the session.
 */
export const ENTRY_PRINT = `sha256(convert_to(concat_ws('|', e.id, length(e.kind), e.kind, length(e.idempotency_key), e.idempotency_key,
  encode(e.fingerprint, 'hex'), length(e.cause_kind), e.cause_kind, e.cause_id, coalesce(e.reverses::text, '-'),
  (extract(epoch from e.happened_at) * 1000000)::bigint, (extract(epoch from e.recorded_at) * 1000000)::bigint, l.text), 'UTF8'))`

/** The lines of an entry, in their order; grouped by the entry. */
export const LINES_OF_ENTRY = `string_agg(concat_ws(':', p.line, p.account_id, p.amount_minor, p.currency), ',' order by p.line)`

/** What a seal covers: the previous seal, then the prints of its entries in the order of their ids. */
export const sealOf = (before: string, prints: string) => `sha256(coalesce(${before}, ''::bytea) || ${prints})`
export const PRINTS_OF_SEAL = `sha256(string_agg(print, ''::bytea order by entry_id))`
