"""Games of cards and dominoes: flower cards, Shuangkou, Tien Gow."""
