// Good calls upon an organization's settings.
import { demoOrganizationIds } from '#server/seed/ids.ts';
import { forAdmins, type GoodCalls } from './good-call.ts';
import { pictureForm, textPicture } from './world.ts';

const settings = `/organization_settings/${demoOrganizationIds.aurora}`;

export const goodSettingsCalls: GoodCalls = {
  getOrganizationSettings: (_, role) => ({ path: settings, options: {}, expected: forAdmins(role, 200, 200) }),
  updateOrganizationSettings: async (_, role) => ({
    path: settings,
    options: {
      json: {
        name: 'Aurora Events',
        contact_email: 'hello@aurora.test',
        phone_number: null,
        description: 'Weddings, launches and long nights.',
        event_settings: { default_duration: 2 },
        branding: {
          secondary_color: '#fde68a',
          watermark: {
            enabled: false,
            source: 'text',
            text: 'Aurora',
            text_picture: await textPicture(),
            position: 'bottom-right',
            size: 25,
            strength: 60,
          },
        },
      },
      headers: { 'if-match': '*' },
    },
    expected: forAdmins(role, 200),
  }),
  uploadOrganizationAvatar: async (_, role) => ({
    path: `${settings}/avatar`,
    options: await pictureForm(),
    expected: forAdmins(role, 200),
  }),
  // Whoever knows its address is shown it.
  getOrganizationAvatar: (w) => ({ path: w.pictures.avatar, options: {}, expected: [200] }),
  uploadOrganizationLogo: async (_, role) => ({
    path: `${settings}/logo`,
    options: await pictureForm(),
    expected: forAdmins(role, 200),
  }),
  getOrganizationLogo: (w) => ({ path: w.pictures.logo, options: {}, expected: [200] }),
  getOrganizationWatermark: (w) => ({ path: w.pictures.watermark, options: {}, expected: [200] }),
};
