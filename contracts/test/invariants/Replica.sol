// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {IRegistryRoles} from "../../src/interfaces/IRegistryRoles.sol";
import {Vm} from "../base/Vm.sol";
import {CertificateReplica} from "./CertificateReplica.sol";

/// @title The register, rebuilt from its logs alone
/// @dev What an index does, in its plainest form: no packing, no guards, no look at the contract. Its
/// views answer as the Registry's should, so that the two are compared call by call.
contract Replica is CertificateReplica {
    /// The part of AgentRegistered that is not indexed.
    struct Registered {
        address haftungsperson;
        bytes32 constitutionHash;
        bytes32 capabilityHash;
        string operationalScope;
        uint256 parentAgentId;
        uint256 generation;
        bool selfModifying;
        bool walletConsent;
        bool haftungspersonConsent;
        bool parentConsent;
        uint64 registeredAt;
    }

    struct Consents {
        bool wallet;
        bool haftungsperson;
        bool parent;
    }

    struct Refusals {
        bool haftungsperson;
        bool parent;
    }

    address public owner;
    address public pendingOwner;
    uint256 public maxGenerationDepth;
    uint256 public totalAgents;
    mapping(address => bool) public isRegulator;
    mapping(address => uint256) public walletToAgent;
    mapping(uint256 => Consents) public consents;
    mapping(uint256 => Refusals) public refusals;
    mapping(uint256 => bool) public isWalletReleased;
    mapping(uint256 => address) public pendingHaftungsperson;
    mapping(uint256 => address) public pendingWallet;
    mapping(uint256 => address) public attester;
    mapping(uint256 => bool) public isSuspendedByRefusal;
    /// The number of the agent whose entry the wallet left, until it is registered anew; 0 for none.
    mapping(address => uint256) public reservedIn;
    mapping(address => uint256) public retiredWallet;

    mapping(uint256 => IRegistry.Agent) private _agents;
    mapping(uint256 => uint256[]) private _children;
    mapping(uint256 => IRegistry.RevenueReport[]) private _reports;

    // ------------------------------------------------------------------ apply

    function replay(Vm.Log memory log) external {
        bytes32 topic = log.topics[0];
        if (topic == IRegistry.AgentRegistered.selector) return _onRegistered(log);
        if (topic == IRegistry.ComplianceAttested.selector) return _onAttested(log);
        if (topic == IRegistry.RevenueReported.selector) return _onRevenue(log);
        if (topic == IRegistry.CapabilitiesUpdated.selector) return _onHash(log, true);
        if (topic == IRegistry.ConstitutionUpdated.selector) return _onHash(log, false);
        if (topic == IRegistry.AgentStatusChanged.selector) return _onStatus(log);
        if (topic == IRegistry.ConsentGiven.selector) return _onConsent(log);
        if (topic == IRegistry.ConsentRefused.selector) return _onRefusal(log);
        if (topic == IRegistry.WalletReleased.selector) return _onRelease(log);
        if (topic == IRegistry.HaftungspersonProposed.selector) return _onProposal(log);
        if (topic == IRegistry.HaftungspersonChanged.selector) return _onHandover(log);
        if (topic == IRegistry.WalletProposed.selector) return _onWalletProposal(log);
        if (topic == IRegistry.WalletChanged.selector) return _onWalletChange(log);
        if (topic == IRegistry.AttesterChanged.selector) return _onAttester(log);
        if (!_replayCertificate(topic, log)) _onRole(topic, log);
    }

    function _onRegistered(Vm.Log memory log) private {
        uint256 agentId = uint256(log.topics[1]);
        // The fields as one struct, whose encoding has one word of offset before them: eleven
        // variables would be too many for the stack.
        Registered memory r = abi.decode(bytes.concat(bytes32(uint256(32)), log.data), (Registered));
        _expect(agentId == totalAgents + 1, "agent numbers have a gap");
        totalAgents = agentId;
        IRegistry.Agent storage agent = _agents[agentId];
        agent.agentId = agentId;
        agent.creator = _toAddress(log.topics[2]);
        agent.agentWallet = _toAddress(log.topics[3]);
        agent.haftungsperson = r.haftungsperson;
        agent.constitutionHash = r.constitutionHash;
        agent.capabilityHash = r.capabilityHash;
        agent.operationalScope = r.operationalScope;
        agent.parentAgentId = r.parentAgentId;
        agent.generation = r.generation;
        agent.selfModifying = r.selfModifying;
        agent.registeredAt = r.registeredAt;
        agent.lastAttestation = r.registeredAt;
        _expect(walletToAgent[agent.agentWallet] == 0, "a wallet bound twice");
        _expect(retiredWallet[agent.agentWallet] == 0, "a retired wallet registered");
        bool isFree = reservedIn[agent.agentWallet] == 0 || agent.creator == agent.agentWallet;
        _expect(isFree, "a reserved wallet registered by another");
        walletToAgent[agent.agentWallet] = agentId;
        reservedIn[agent.agentWallet] = 0;
        consents[agentId] = Consents(r.walletConsent, r.haftungspersonConsent, r.parentConsent);
        if (r.parentAgentId != 0) _children[r.parentAgentId].push(agentId);
    }

    function _onAttested(Vm.Log memory log) private {
        IRegistry.Agent storage agent = _agents[uint256(log.topics[1])];
        (uint64 previous, uint64 attestedAt) = abi.decode(log.data, (uint64, uint64));
        _expect(previous == agent.lastAttestation, "previous attestation");
        agent.lastAttestation = attestedAt;
    }

    function _onRevenue(Vm.Log memory log) private {
        IRegistry.RevenueReport memory report;
        report.agentId = uint256(log.topics[1]);
        (report.amount, report.currency, report.category, report.periodStart, report.periodEnd, report.reportedAt) =
            abi.decode(log.data, (uint256, string, string, uint64, uint64, uint64));
        _reports[report.agentId].push(report);
        _agents[report.agentId].lastRevenueReport = report.reportedAt;
    }

    function _onHash(Vm.Log memory log, bool ofCapabilities) private {
        IRegistry.Agent storage agent = _agents[uint256(log.topics[1])];
        (bytes32 oldHash, bytes32 newHash,) = abi.decode(log.data, (bytes32, bytes32, uint64));
        _expect(oldHash == (ofCapabilities ? agent.capabilityHash : agent.constitutionHash), "old hash");
        if (ofCapabilities) agent.capabilityHash = newHash;
        else agent.constitutionHash = newHash;
    }

    function _onStatus(Vm.Log memory log) private {
        IRegistry.Agent storage agent = _agents[uint256(log.topics[1])];
        (IRegistry.Status oldStatus, IRegistry.Status newStatus,,) =
            abi.decode(log.data, (IRegistry.Status, IRegistry.Status, string, uint64));
        _expect(oldStatus == agent.status, "old status");
        agent.status = newStatus;
        // Only a regulator's reactivation leads back to Active.
        if (newStatus == IRegistry.Status.Active) isSuspendedByRefusal[agent.agentId] = false;
    }

    function _onConsent(Vm.Log memory log) private {
        (bool wallet, bool haftungsperson, bool parent, uint8 places,) =
            abi.decode(log.data, (bool, bool, bool, uint8, uint64));
        uint256 agentId = uint256(log.topics[1]);
        _expectPlaces(agentId, _toAddress(log.topics[2]), places);
        consents[agentId] = Consents(wallet, haftungsperson, parent);
        // Who has agreed refuses no longer.
        if (haftungsperson) refusals[agentId].haftungsperson = false;
        if (parent) refusals[agentId].parent = false;
    }

    function _onRefusal(Vm.Log memory log) private {
        (bool haftungsperson, bool parent, bool suspends,) = abi.decode(log.data, (bool, bool, bool, uint64));
        uint256 agentId = uint256(log.topics[1]);
        refusals[agentId] = Refusals(haftungsperson, parent);
        if (suspends) isSuspendedByRefusal[agentId] = true;
        if (haftungsperson) consents[agentId].haftungsperson = false;
        if (parent) consents[agentId].parent = false;
    }

    function _onRelease(Vm.Log memory log) private {
        uint256 agentId = uint256(log.topics[1]);
        address wallet = _toAddress(log.topics[3]);
        _expect(walletToAgent[wallet] == agentId, "released from another record");
        walletToAgent[wallet] = 0;
        reservedIn[wallet] = agentId;
        isWalletReleased[agentId] = true;
    }

    function _onProposal(Vm.Log memory log) private {
        uint256 agentId = uint256(log.topics[1]);
        (address oldProposal, address newProposal,) = abi.decode(log.data, (address, address, uint64));
        _expect(oldProposal == pendingHaftungsperson[agentId], "old proposal");
        pendingHaftungsperson[agentId] = newProposal;
    }

    function _onHandover(Vm.Log memory log) private {
        uint256 agentId = uint256(log.topics[1]);
        IRegistry.Agent storage agent = _agents[agentId];
        (address oldOne, address newOne,) = abi.decode(log.data, (address, address, uint64));
        _expect(oldOne == agent.haftungsperson, "old haftungsperson");
        agent.haftungsperson = newOne;
        consents[agentId].haftungsperson = true;
        refusals[agentId].haftungsperson = false;
        pendingHaftungsperson[agentId] = address(0);
    }

    function _onWalletProposal(Vm.Log memory log) private {
        uint256 agentId = uint256(log.topics[1]);
        (address oldProposal, address newProposal,) = abi.decode(log.data, (address, address, uint64));
        _expect(oldProposal == pendingWallet[agentId], "old wallet proposal");
        pendingWallet[agentId] = newProposal;
    }

    function _onWalletChange(Vm.Log memory log) private {
        uint256 agentId = uint256(log.topics[1]);
        IRegistry.Agent storage agent = _agents[agentId];
        (address oldWallet, address newWallet,) = abi.decode(log.data, (address, address, uint64));
        _expect(oldWallet == agent.agentWallet, "old wallet");
        _expect(walletSlot(newWallet) == 0, "a wallet that is known took another's place");
        agent.agentWallet = newWallet;
        consents[agentId].wallet = true;
        pendingWallet[agentId] = address(0);
        walletToAgent[oldWallet] = 0;
        retiredWallet[oldWallet] = agentId;
        walletToAgent[newWallet] = agentId;
    }

    function _onAttester(Vm.Log memory log) private {
        uint256 agentId = uint256(log.topics[1]);
        (address oldAttester, address newAttester,) = abi.decode(log.data, (address, address, uint64));
        _expect(oldAttester == attester[agentId], "old attester");
        attester[agentId] = newAttester;
    }

    /// @dev What the sender agreed as, besides speaking for the parent.
    function _expectPlaces(uint256 agentId, address sender, uint8 places) private {
        IRegistry.Agent storage agent = _agents[agentId];
        bool isWallet = sender == agent.agentWallet && !isWalletReleased[agentId];
        _expect((places & 2 != 0) == isWallet, "place of the wallet");
        _expect((places & 4 != 0) == (sender == agent.haftungsperson), "place of the haftungsperson");
        _expect(places != 0 && places & ~uint8(2 + 4 + 8) == 0, "places");
        if (agent.parentAgentId == 0) _expect(places & 8 == 0, "a root's parent agreed");
    }

    function _onRole(bytes32 topic, Vm.Log memory log) private {
        if (topic == IRegistryRoles.RegulatorAdded.selector) {
            isRegulator[_toAddress(log.topics[1])] = true;
        } else if (topic == IRegistryRoles.RegulatorRemoved.selector) {
            isRegulator[_toAddress(log.topics[1])] = false;
        } else if (topic == IRegistryRoles.OwnershipTransferStarted.selector) {
            _expect(_toAddress(log.topics[1]) == owner, "owner who offers");
            pendingOwner = _toAddress(log.topics[2]);
        } else if (topic == IRegistryRoles.OwnershipTransferred.selector) {
            _expect(_toAddress(log.topics[1]) == owner, "old owner");
            owner = _toAddress(log.topics[2]);
            pendingOwner = address(0);
        } else if (topic == IRegistryRoles.MaxGenerationDepthChanged.selector) {
            (uint256 oldDepth, uint256 newDepth) = abi.decode(log.data, (uint256, uint256));
            _expect(oldDepth == maxGenerationDepth, "old depth");
            maxGenerationDepth = newDepth;
        } else {
            _expect(false, "an event that the replica does not know");
        }
    }

    // --------------------------------------------------- as the storage has it

    /// @dev The slot of a wallet: the agent's number, and in the top byte 1 reserved, 2 retired.
    function walletSlot(address wallet) public view returns (uint256) {
        if (retiredWallet[wallet] != 0) return uint256(2) << 248 | retiredWallet[wallet];
        if (reservedIn[wallet] != 0) return uint256(1) << 248 | reservedIn[wallet];
        return walletToAgent[wallet];
    }

    /// @dev The flags in a record's first slot.
    function flags(uint256 agentId) external view returns (uint256 bits) {
        if (_agents[agentId].selfModifying) bits |= 1;
        if (consents[agentId].wallet) bits |= 2;
        if (consents[agentId].haftungsperson) bits |= 4;
        if (consents[agentId].parent) bits |= 8;
        if (refusals[agentId].haftungsperson) bits |= 16;
        if (refusals[agentId].parent) bits |= 32;
        if (isWalletReleased[agentId]) bits |= 64;
        if (isSuspendedByRefusal[agentId]) bits |= 128;
    }

    // ------------------------------------------------------------------ views

    function nextAgentId() external view returns (uint256) {
        return totalAgents + 1;
    }

    function getAgent(uint256 agentId) public view returns (IRegistry.Agent memory) {
        return _agents[agentId];
    }

    function getAgentByWallet(address agentWallet) external view returns (IRegistry.Agent memory) {
        return _agents[walletToAgent[agentWallet]];
    }

    function isRegistered(address agentWallet) external view returns (bool) {
        return walletToAgent[agentWallet] != 0;
    }

    function isRegisteredAndCompliant(address agentWallet) external view returns (bool) {
        uint256 agentId = walletToAgent[agentWallet];
        if (agentId == 0) return false;
        (bool isActive, bool isCurrent,,,) = complianceStatus(agentId);
        return isActive && isCurrent;
    }

    function complianceStatus(uint256 agentId)
        public
        view
        returns (bool isActive, bool attestationCurrent, uint64 age, uint256 childCount, IRegistry.Status status)
    {
        IRegistry.Agent storage agent = _agents[agentId];
        status = agent.status;
        isActive = status == IRegistry.Status.Active;
        age = uint64(block.timestamp) - agent.lastAttestation;
        attestationCurrent = age <= 7 * 24 * 60 * 60;
        childCount = _children[agentId].length;
    }

    function recordHash(uint256 agentId) external view returns (bytes32) {
        IRegistry.Agent memory agent = _agents[agentId];
        return keccak256(
            abi.encode(
                agentId,
                agent.creator,
                agent.haftungsperson,
                agent.agentWallet,
                agent.constitutionHash,
                agent.capabilityHash,
                keccak256(bytes(agent.operationalScope)),
                agent.parentAgentId,
                agent.selfModifying
            )
        );
    }

    function getChildren(uint256 agentId) external view returns (uint256[] memory) {
        return _children[agentId];
    }

    function getRevenueHistory(uint256 agentId) external view returns (IRegistry.RevenueReport[] memory) {
        return _reports[agentId];
    }
}
