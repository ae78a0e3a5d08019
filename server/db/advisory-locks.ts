// The keys of all advisory locks: they share one space per database, and two locks with the same key block each other. Keys from text
// (`hashtextextended('credits:…', 0)`) cannot collide with these.

/** Of one number. */
export const LOCKS = {
  /** Servers that start at once migrate one after the other. */
  migrations: 7_310_001,
  /** The first super admin is made once. */
  firstSuperAdmin: 7_310_002,
  /** Invoices get their numbers without gaps. */
  invoiceNumbers: 7_310_003,
  /** Of two super admins who delete their accounts at once, one stays. */
  leavingSuperAdmins: 7_310_004,
  /** The audit trail is sealed block after block. */
  auditSeal: 7_310_005,
  /** The demo data is made once. */
  demoData: 7_310_006,
  /** The first start gives the storage its id. */
  storageId: 7_310_007,
} as const;

/** The first of two numbers: the second is a hash. */
export const LOCK_SPACES = {
  /** Workers that live. */
  workers: 7_310,
  /** Places in the storage. */
  places: 7_311,
  /** Uploads that a person begins are counted one after the other. */
  openUploads: 7_312,
  /** Of the processes of a machine, one installs local models. */
  modelInstaller: 7_313,
} as const;
