// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "./interfaces/IRegistry.sol";

/// @title The register's storage
/// @dev Slots 0 and 1 are part of the interface: proofs of a KYA verdict are checked against them.
///
///   slot 0   wallet => agent number, standing  keccak256(abi.encode(wallet, 0))
///   slot 1   agent number => AgentRecord       keccak256(abi.encode(agentId, 1))
///
/// A wallet's slot holds the agent's number in bits 0-63 and in bits 248-255 how the wallet stands: 0 bound
/// (with number 0: unknown), 1 reserved (it left that entry without ever having agreed), 2 retired (it was
/// replaced in that entry).
///
/// The first slot of an AgentRecord holds, from the lowest bit:
///
///   bits   0-159  agentWallet        160-199  lastAttestation    200-239  lastRevenueReport
///   bits 240-247  status             248-255  flags
///
/// so that two slots answer who a wallet is, whether it is compliant, and who agreed or refused. This
/// contract must stay the first in the line of inheritance that has storage.
abstract contract RegistryStorage {
    /// Seconds in 40 bits last for 34,000 years; numbers in 64 bits cannot run out either.
    struct AgentRecord {
        // slot 0, the verdict
        address agentWallet;
        uint40 lastAttestation;
        uint40 lastRevenueReport;
        IRegistry.Status status;
        uint8 flags;
        // slot 1
        address creator;
        uint40 registeredAt;
        uint56 generation;
        // slot 2
        address haftungsperson;
        uint64 parentAgentId;
        uint16 scopeLength;
        // So that who attests without an attester does not pay for reading its slot.
        bool hasAttester;
        // The creator was the wallet until it was replaced.
        bool isCreatorRetired;
        // slots 3 to 7
        bytes32 constitutionHash;
        bytes32 capabilityHash;
        mapping(uint256 index => bytes32) scopeWords;
        uint64[] children;
        PackedReport[] reports;
        // slots 8 to 10, empty until they are used
        address pendingHaftungsperson;
        address pendingWallet;
        address attester;
    }

    /// One slot a report. Currency and category are numbers of names, each stored once.
    struct PackedReport {
        uint56 amount;
        uint40 periodStart;
        uint40 periodEnd;
        uint40 reportedAt;
        uint40 currencyId;
        uint40 categoryId;
    }

    uint8 internal constant REFUSAL_SHIFT = 2;
    uint8 internal constant FLAG_SELF_MODIFYING = 1;
    uint8 internal constant FLAG_WALLET_CONSENT = 2;
    uint8 internal constant FLAG_HAFTUNGSPERSON_CONSENT = 4;
    uint8 internal constant FLAG_PARENT_CONSENT = 8;
    uint8 internal constant FLAG_HAFTUNGSPERSON_REFUSED = FLAG_HAFTUNGSPERSON_CONSENT << REFUSAL_SHIFT;
    uint8 internal constant FLAG_PARENT_REFUSED = FLAG_PARENT_CONSENT << REFUSAL_SHIFT;
    uint8 internal constant FLAG_WALLET_RELEASED = 64;
    uint8 internal constant FLAG_SUSPENDED_BY_REFUSAL = 128;

    uint256 private constant STANDING_SHIFT = 248;
    uint256 private constant RESERVED = 1;
    uint256 private constant RETIRED = 2;

    mapping(address wallet => uint256 agentIdAndStanding) private _wallets;
    mapping(uint256 agentId => AgentRecord) internal _agents;
    uint256 internal _nextAgentId = 1;

    /// Number of a currency or category name; 0 for a name never used. `_names[0]` is a filler.
    mapping(bytes32 nameHash => uint256 nameId) internal _nameIds;
    string[] internal _names = [""];

    function _bindWallet(address wallet, uint256 agentId) internal {
        _wallets[wallet] = agentId;
    }

    function _reserveWallet(address wallet, uint256 agentId) internal {
        _wallets[wallet] = RESERVED << STANDING_SHIFT | agentId;
    }

    function _retireWallet(address wallet, uint256 agentId) internal {
        _wallets[wallet] = RETIRED << STANDING_SHIFT | agentId;
    }

    /// @dev The number of the agent bound to the wallet; 0 for none.
    function _boundAgent(address wallet) internal view returns (uint256) {
        uint256 slot = _wallets[wallet];
        return slot >> STANDING_SHIFT == 0 ? slot : 0;
    }

    /// @dev The number of the agent whose wallet this was until it was replaced; 0 for none.
    function _retiredAgent(address wallet) internal view returns (uint256) {
        uint256 slot = _wallets[wallet];
        return slot >> STANDING_SHIFT == RETIRED ? uint64(slot) : 0;
    }

    /// @dev Whether the sender may give the wallet an entry: any sender if the register does not know the
    /// wallet, the wallet alone if it once left an entry.
    function _mayEnter(address wallet, address sender) internal view returns (bool) {
        uint256 slot = _wallets[wallet];
        return slot == 0 || (sender == wallet && slot >> STANDING_SHIFT == RESERVED);
    }

    function _isUnknownWallet(address wallet) internal view returns (bool) {
        return _wallets[wallet] == 0;
    }

    /// @dev The scope's length lies in a slot that is written anyway: a string would take a slot more, which
    /// costs 22,100 gas to write and 2,100 to read.
    function _storeScope(AgentRecord storage agent, bytes calldata scope) internal {
        uint256 length = scope.length;
        agent.scopeLength = uint16(length);
        for (uint256 from = 0; from < length; from += 32) {
            agent.scopeWords[from / 32] = bytes32(from + 32 < length ? scope[from:from + 32] : scope[from:]);
        }
    }

    function _loadScope(AgentRecord storage agent) internal view returns (bytes memory scope) {
        uint256 length = agent.scopeLength;
        // Memory is given out in whole words, so that the last one has room too. Each of them is written below: none
        // has to be cleared.
        assembly ("memory-safe") {
            scope := mload(64)
            mstore(scope, length)
            mstore(64, add(add(scope, 32), and(add(length, 31), not(31))))
        }
        for (uint256 from = 0; from < length; from += 32) {
            bytes32 word = agent.scopeWords[from / 32];
            assembly ("memory-safe") {
                mstore(add(add(scope, 32), from), word)
            }
        }
    }
}
