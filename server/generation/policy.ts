// Permissions on generated images. Pure; denies by default.
import type { components } from '#openapi/api.ts';
import { isMemberOf, membershipOf, type Viewer } from '#server/viewer.ts';

export type Audience = components['schemas']['ModelAudience'];
type PlanId = components['schemas']['PlanId'];

/** For oneself: everyone signed in. For an organization: its active members. */
export function canListModels(viewer: Viewer, organizationId: string | null): boolean {
  return organizationId === null || isMemberOf(viewer, organizationId);
}

/** Generate images. `canUseModel` decides about each model. */
export function canGenerate(viewer: Viewer, organizationId: string | null): boolean {
  return canListModels(viewer, organizationId);
}

/** What all members of an organization used: those who manage its settings. Others see their own. */
export const canViewAllCredits = (viewer: Viewer, organizationId: string): boolean =>
  membershipOf(viewer, organizationId)?.permissions.manage_org_settings === true;

export interface ModelRules {
  audience: Audience;
  /** Empty: every plan. */
  plans: readonly PlanId[];
  /** Empty: all. */
  organizationIds: readonly string[];
}

/** @param plan of the organization; what one makes for oneself counts as free */
export function canUseModel(
  viewer: Viewer,
  { audience, plans, organizationIds }: ModelRules,
  organizationId: string | null,
  plan: PlanId,
): boolean {
  if (audience === 'super_admins') return canManageModels(viewer) && canListModels(viewer, organizationId);
  if (organizationIds.length > 0 && (organizationId === null || !organizationIds.includes(organizationId))) return false;
  if (plans.length > 0 && !plans.includes(plan)) return false;
  if (organizationId !== null) return isMemberOf(viewer, organizationId);
  // A guest has no address.
  return audience === 'everyone' || (audience === 'accounts' && viewer.email !== null);
}

/** Providers whose images cost the platform only the time of its own machines. */
export const FREE_PROVIDERS: ReadonlySet<string> = new Set(['builtin', 'local', 'sd-server']);

/** Whether each image costs the platform money: as super admins set it, else as the provider does. */
export const costsMoney = (model: { costsMoney: boolean | null; provider: string }): boolean =>
  model.costsMoney ?? !FREE_PROVIDERS.has(model.provider);

/** Configure models, their audience and price: super administrators only. */
export const canManageModels = (viewer: Viewer): boolean => viewer.permissions.all === true;

export interface OwnedFacts {
  userId: string;
  organizationId: string | null;
}

/** The creator while they have access to it, and the other members of the organization. */
const sees = (viewer: Viewer, { userId, organizationId }: OwnedFacts): boolean =>
  organizationId === null ? viewer.userId === userId : isMemberOf(viewer, organizationId);

export function canViewGeneration(viewer: Viewer, generation: OwnedFacts): boolean {
  // The requester can follow and cancel it even after they leave the organization.
  return viewer.userId === generation.userId || sees(viewer, generation);
}

export function canCancelGeneration(viewer: Viewer, generation: OwnedFacts): boolean {
  return viewer.userId === generation.userId;
}

/** Follow, pause and cancel a batch, and remove its results together: the person who requested it. What it makes is decided for each image. */
export function canUseBatch(viewer: Viewer, batch: OwnedFacts): boolean {
  return viewer.userId === batch.userId;
}

export function canViewImage(viewer: Viewer, image: OwnedFacts): boolean {
  return sees(viewer, image);
}

/** Make a link for people without an account, and revoke any link to it. */
export const canShareImage = (viewer: Viewer, image: OwnedFacts): boolean => canViewImage(viewer, image);

interface ImageLinkFacts {
  expiresAt: Date;
  revokedAt: Date | null;
  /** The account of a personal image is disabled or deleted, or the organization of another one is deleted. */
  isOwnerGone: boolean;
  image: { deletedAt: Date | null };
}

/** Whether a link shows its image. */
export const isImageLinkOpen = ({ expiresAt, revokedAt, isOwnerGone, image }: ImageLinkFacts, now: Date): boolean =>
  revokedAt === null && expiresAt > now && !isOwnerGone && image.deletedAt === null;

/** Open links of one image. */
export const MAX_IMAGE_LINKS = 100;

/** And restore. */
export function canDeleteImage(viewer: Viewer, image: OwnedFacts): boolean {
  if (!sees(viewer, image)) return false;
  if (viewer.userId === image.userId) return true;
  return image.organizationId !== null && membershipOf(viewer, image.organizationId)?.permissions.manage_org_settings === true;
}

/** Prompts of an organization are shared by its active members. */
export function canUsePrompt(viewer: Viewer, prompt: OwnedFacts): boolean {
  return sees(viewer, prompt);
}

/** Change, delete and restore. */
export function canChangePrompt(viewer: Viewer, prompt: OwnedFacts): boolean {
  return canDeleteImage(viewer, prompt);
}

/** Deleted prompts can be restored this long. */
export const RESTORABLE_PROMPT_DAYS = 30;

/** A picture that was sent to make something of stays with who sent it. */
export function canUseSource(viewer: Pick<Viewer, 'userId'>, source: { userId: string }): boolean {
  return viewer.userId === source.userId;
}

/** Deleted images can be restored this long. */
export const RESTORABLE_IMAGE_DAYS = 30;
