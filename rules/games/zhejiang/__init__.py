"""Games of Zhejiang (浙江): Fenghua, Ningbo, Taizhou, Wenzhou, Yiwu."""
