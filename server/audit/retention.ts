/** Days that the audit trail is kept at least: no shorter retention can be set, by the app (openapi/schemas/logs.yaml) or by `AUDIT_DAYS`. */
export const MIN_RETENTION_DAYS = 30;
