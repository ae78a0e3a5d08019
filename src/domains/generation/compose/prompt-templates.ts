// Prompt templates for events. They name things plainly, so that rule-based models find their keywords too.

interface PromptTemplate {
  name: string;
  prompt: string;
}

export const promptTemplates: readonly PromptTemplate[] = [
  {
    name: 'Festival poster',
    prompt: 'Festival poster, a guitar and a microphone in a meadow at night, stars and fireworks over the hills, wide margin at the top',
  },
  {
    name: 'Birthday invitation',
    prompt: 'Birthday invitation, a cake with candles, three balloons and a wrapped gift in the garden on a sunny day',
  },
  {
    name: 'Wedding table card',
    prompt: 'Wedding table card, two rings and a bouquet of roses at sunset, calm background, wide empty margin',
  },
  { name: 'Save the date', prompt: 'Save the date card, a calendar and a heart by the sea at dawn, soft colors' },
  { name: 'Company party', prompt: 'Company party banner, champagne glasses and confetti over a city at night, elegant and simple' },
  {
    name: 'Photo booth backdrop',
    prompt: 'Photo booth backdrop, many palm trees and a flamingo on the beach at sunset, nothing in the middle',
  },
  { name: 'Menu card', prompt: 'Menu card border, tomatoes, bread, cheese and a bottle of wine on a meadow, empty center' },
  { name: 'Children’s party', prompt: 'Children’s party image, a rocket and a friendly robot on the moon, three stars, bright colors' },
  { name: 'Winter gala', prompt: 'Winter gala poster, a snowman and pine trees in the snow at night, the moon above' },
  { name: 'Sports day', prompt: 'Sports day poster, a soccer ball, a trophy and a medal on a green field under a blue sky' },
  { name: 'Thank-you card', prompt: 'Thank-you card, a sunflower and a butterfly on a meadow in the morning, warm light' },
  { name: 'Event badge', prompt: 'Round event badge, a camera and a star on a plain background, two colors' },
];
