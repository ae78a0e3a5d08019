/** @param machine whose binaries are kept */
export function trimPackages(root: string, machine?: { platform: string; arch: string }): void;
