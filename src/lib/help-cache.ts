/** The Cache Storage name of what is kept of the tutorials once they were opened. */
export const HELP_CACHE = 'help';
