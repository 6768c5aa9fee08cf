import type { Purpose } from './chart.ts'

/** As SQL: the entries that took money from these accounts of an owner, with the owner. `ownerId` is a parameter or a column. */
export const debitsOfSql = ({ ownerId, purposes }: { ownerId: string; purposes: readonly Purpose[] }) => `
  select a.owner_id, l.entry_id from ledger_accounts a join postings l on l.account_id = a.id and l.amount_minor > 0
  where a.owner_id = ${ownerId} and a.purpose in (${purposes.map((purpose) => `'${purpose}'`).join(', ')})`
