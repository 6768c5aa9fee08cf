/** Conditions of SQL by which a payment or a purchase is found; `$1` is what was typed. All of them are answered by an index. */

/** Of transactions `t`: the end of our reference, as on receipts. */
export const TRANSACTION_BY_TAIL = 'upper(right(t.flutterwave_tx_ref, 8)) = $1'

/** Of purchases `u`: those from a balance have no transaction; their own id is their reference. */
export const PURCHASE_BY_TAIL = "u.paid_from <> 'gateway' and upper(right(u.id::text, 8)) = $1"

/** Of transactions `t`: our whole reference, or the gateway's number. */
export const TRANSACTION_BY_GATEWAY = `t.id in (select x.id from transactions x where x.flutterwave_tx_ref = $1
    union select c.transaction_id from gateway_charges c where c.provider_id = $1)`
