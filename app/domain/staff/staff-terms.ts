/** The version of /admin-terms that is in force; recorded with each acceptance. */
export const STAFF_TERMS_VERSION = '1.0'
